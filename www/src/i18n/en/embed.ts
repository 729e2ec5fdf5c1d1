/** English texts of the element that other pages embed. */

export const embed = {
  label: (name: string) => (name ? `Jobscope: ${name}` : 'Jobscope: a Job, step by step'),
  own: 'A Job of this page',
  trace: 'A recorded run',
  edit: 'Edit',
  editTitle: 'The manifest of this run, to read and to change',
  open: 'Open in Jobscope',
  openTitle: 'This run at this moment, with everything else there is to see, in a new tab',
  more: 'Expectations and pod accounting',
  failed: 'Nothing can be shown here.',
  kept: 'What is shown is from before.',
  wrong: (attribute: string, value: string, allowed: string) =>
    `The attribute \`${attribute}\` is “${value}”. It takes ${allowed}.`,
  position: 'the number of a step, such as `7`, or of a note in it, such as `7.2`',
  nothing: (scenarios: string) =>
    `This element has no run. Its attribute \`scenario\` takes ${scenarios}; or put a manifest into a script of type \`application/yaml\` inside it.`,
};
