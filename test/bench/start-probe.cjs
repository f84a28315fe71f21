// Loaded into a program before its own code (`electron -r`), so that nothing has to look into it from outside while it
// starts: asks its first page when it was shown, and says so on the standard output. Costs every program the same.
const { app } = require('electron');

app.on('web-contents-created', (_event, contents) => {
  contents.once('dom-ready', () => {
    void contents
      .executeJavaScript(process.env.MATTERLINE_BENCH_SHOWN_AT)
      .then((shownAt) => process.stdout.write(`shown at ${shownAt}\n`));
  });
});
