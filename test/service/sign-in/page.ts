import type { Answer } from '../answer.ts';

const styles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, "Segoe UI", sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f3f4f6, #16181c); color: light-dark(#1d2229, #eceef1); }
main { width: min(24rem, calc(100vw - 3rem)); padding: 2rem; border-radius: .75rem; background: light-dark(#fff, #22252b); box-shadow: 0 1px 2px #0003, 0 8px 24px #0002; }
h1 { font-size: 1.35rem; margin: 0 0 .25rem; }
p { margin: 0 0 1.25rem; color: light-dark(#4b535e, #b6bcc6); }
label { display: block; font-weight: 600; margin: 0 0 .25rem; }
input { box-sizing: border-box; width: 100%; font: inherit; padding: .55rem .7rem; margin: 0 0 1rem; border: 1px solid light-dark(#717a86, #8d96a3); border-radius: .4rem; background: transparent; color: inherit; }
input:focus-visible, button:focus-visible { outline: 3px solid #2f6fed; outline-offset: 2px; }
.actions { display: flex; gap: .75rem; }
button { font: inherit; font-weight: 600; padding: .55rem 1.1rem; border-radius: .4rem; border: 1px solid #1f5bd0; cursor: pointer; }
.primary { background: #1f5bd0; color: #fff; flex: 1; }
.secondary { background: transparent; color: inherit; border-color: light-dark(#717a86, #8d96a3); }
.error { padding: .6rem .8rem; border-radius: .4rem; background: light-dark(#fdecec, #4a1f22); color: light-dark(#8c1420, #ffd7da); }
`;

export interface SignInForm {
  /** Parameters of the authorization request, carried through the form. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly username: string;
  readonly error?: string;
}

/** The page on which a person signs in with their own credentials (spec: Authorization request). */
export function signInPage(form: SignInForm): Answer {
  const hidden = Object.entries(form.parameters)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n');
  const error =
    form.error === undefined ? '' : `<p class="error" role="alert" id="error">${escapeHtml(form.error)}</p>`;
  const described = form.error === undefined ? '' : ' aria-describedby="error" aria-invalid="true"';
  return page(
    form.error === undefined ? 200 : 401,
    'Sign in',
    `<h1>Sign in</h1>
<p>Practice management for Ashdown Vale LLP. The application that opened this page will be able to read matters and file documents for you.</p>
${error}
<form method="post" action="/oauth2/authorize" autocomplete="on">
${hidden}
<label for="username">User name</label>
<input id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck="false" autofocus value="${escapeHtml(form.username)}"${described}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password"${described}>
<div class="actions">
<button class="primary" type="submit" name="decision" value="sign-in">Sign in</button>
<button class="secondary" type="submit" name="decision" value="cancel" formnovalidate>Cancel</button>
</div>
</form>`,
  );
}

/** Shown instead of redirecting when the address to return to cannot be trusted. */
export function refusalPage(reason: string): Answer {
  return page(
    400,
    'Sign-in is not possible',
    `<h1>Sign-in is not possible</h1><p class="error">${escapeHtml(reason)}</p>`,
  );
}

function page(status: number, title: string, content: string): Answer {
  return {
    status,
    text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} - Ashdown Vale LLP</title>
<style>${styles}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      // No form-action: browsers apply it to the redirect back to the application too.
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    },
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll(
    /[&<>"']/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '&#39;',
  );
}
