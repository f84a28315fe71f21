/** A script that asks main over a port of its own, as the window does, and answers what comes back. */
export const asking = (path: string, input?: object): string => `new Promise((resolve) => {
  addEventListener('message', (event) => {
    const port = event.ports[0];
    if (!port) return;
    port.onmessage = ({ data }) => resolve(String(data));
    port.postMessage(${JSON.stringify(
      JSON.stringify({
        i: '1',
        p: { u: path, m: 'POST', b: input === undefined ? undefined : { json: input } },
      }),
    )});
  }, { once: true });
  window.matterline.connect();
})`;
