// A frame is as high as it says.
addEventListener('message', ({ data, source }) => {
  const frame = document.querySelector('iframe');
  if (source === frame.contentWindow && data.type === 'jobscope-height') frame.height = String(data.height);
});
