/** What can be said of any screen by looking at the page: each is run there, as text. */

/** Waits until all has come and nothing moves any more but what moves for ever. */
export const stillness = `(async () => {
  await document.fonts.ready;
  // Nothing is added any more, for longer than an answer takes.
  const [quiet, longest] = [100, 3_000];
  const end = performance.now() + longest;
  await new Promise((resolve) => {
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(done, Math.max(0, Math.min(quiet, end - performance.now())));
    };
    const observer = new MutationObserver(wait);
    const done = () => {
      observer.disconnect();
      resolve();
    };
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    wait();
  });
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // What a action starts begins to move with the frame after it.
  await nextFrame();
  await nextFrame();
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
})()`;

/** Which of the looks the page has now, by its own background; \`changing\` until every colour has followed. */
export const lookNow = `(() => {
  if (document.getAnimations().some(({ playState }) => playState === 'running')) return 'changing';
  if (matchMedia('(forced-colors: active)').matches) return 'contrast';
  const { backgroundColor } = getComputedStyle(document.querySelector('#root > *'));
  const [red = 0, green = 0, blue = 0] = backgroundColor.match(/[\\d.]+/g).map(Number);
  return red + green + blue > 384 ? 'light' : 'dark';
})()`;

/** Characters that hide or reorder others, anywhere in what is shown, told or announced; markup that became more than text. */
export const deceptions = `(() => {
  const deceptive = /[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u200B\\u202A-\\u202E\\u2066-\\u2069]|\\u{E0041}/u;
  const found = [];
  for (const element of document.querySelectorAll('*')) {
    if (element instanceof HTMLInputElement) continue;
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE && deceptive.test(node.data)) found.push(node.data);
    }
    for (const name of ['title', 'aria-label', 'aria-description', 'alt', 'placeholder']) {
      if (deceptive.test(element.getAttribute(name) ?? '')) found.push(name + ': ' + element.getAttribute(name));
    }
  }
  if (document.querySelector('img[src=x]') || 'hostile' in window) found.push('markup ran');
  return found;
})()`;

/**
 * What does not fit: words cut off with nothing that tells them whole, or of which nothing is left, parts to act on that are cut off or outside the
 * window, and places that have to be scrolled sideways or twice.
 */
export const misfits = `(() => {
  const found = [];
  const say = (what, element) =>
    found.push(what + ': ' + (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 80) + ' <' + element.localName + ' class="' + element.className + '">');
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getClientRects().length > 0;
  const scrolls = (value) => value === 'auto' || value === 'scroll';
  for (const element of document.querySelectorAll('#root *')) {
    if (!shown(element)) continue;
    const style = getComputedStyle(element);
    const wide = element.scrollWidth > element.clientWidth + 1;
    if (wide && style.textOverflow === 'ellipsis' && style.overflowX !== 'visible' && element.closest('[title]:not([title=""])') === null) say('cut off', element);
    if (wide && style.textOverflow === 'ellipsis' && element.clientWidth < 16) say('squeezed to nothing', element);
    if (wide && scrolls(style.overflowX) && element.localName !== 'textarea' && element.localName !== 'pre') say('scrolls sideways', element);
    if (scrolls(style.overflowY) && element.scrollHeight > element.clientHeight + 1) {
      for (let at = element.localName === 'dialog' ? null : element.parentElement; at; at = at.parentElement) {
        // A dialog lies over what it belongs to. In a low window the screen as a whole scrolls, and so does a dialog.
        if (at.localName === 'dialog' || (innerHeight <= 520 && (at.localName === 'main' || at.closest('dialog')))) break;
        if (scrolls(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight + 1) say('scrolls within what scrolls', element);
      }
    }
    if (!element.matches('button, a[href], input:not([type=checkbox], [type=radio]), select, textarea, [role=tab], [role=menuitem], [role=option]')) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    let left = 0;
    let right = innerWidth;
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      if (overflowX === 'visible') continue;
      const clip = at.getBoundingClientRect();
      left = Math.max(left, clip.left);
      right = Math.min(right, clip.right);
      // What is shown over everything is not cut off by what it belongs to.
      if (at.localName === 'dialog') break;
    }
    // A little of a button's own padding may be.
    if (box.left < left - 5 || box.right > right + 5) say('cut off at the side', element);
    if (element.scrollWidth > element.clientWidth + 2 && style.overflowX !== 'visible' && element.matches('button')) say('words cut off', element);
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push('the window scrolls sideways');
  return [...new Set(found)];
})()`;
