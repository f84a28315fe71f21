/** The page of the app; `app://` instead of `file://`, so that it has an origin of its own. */
export const pageScheme = 'app';
export const pageOrigin = `${pageScheme}://matterline`;
export const pageAddress = `${pageOrigin}/index.html`;

/** Stands in index.html where the page is to find the nonce for its styles. */
export const noncePlaceholder = '__CSP_NONCE__';

/** Stands in index.html, as JSON, where the page is to find what the window showed last. */
export const keptScreenPlaceholder = '"__KEPT_SCREEN__"';

/** Content security policy of one load of the page: nothing but its own files, styles only with this nonce. */
export const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
