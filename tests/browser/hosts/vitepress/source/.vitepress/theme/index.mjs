// The theme with the fonts of the system: the files of its own stay out.
export { default } from 'vitepress/theme-without-fonts';
