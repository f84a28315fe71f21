/** Query parameters by name, in any letter case, as the services of this kind take them. */
export interface Query {
  get(name: string): string | undefined;
  /** The query with some parameters replaced, for paging links. */
  with(changes: Readonly<Record<string, string>>): string;
}

export function parseQuery(url: string): Query {
  const start = url.indexOf('?');
  const parameters = new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
  const values = new Map<string, string>();
  for (const [name, value] of parameters) values.set(name.toLowerCase(), value);
  return {
    get: (name) => values.get(name.toLowerCase()),
    with(changes) {
      const replaced = new Set(Object.keys(changes).map((name) => name.toLowerCase()));
      const next = new URLSearchParams([...parameters].filter(([name]) => !replaced.has(name.toLowerCase())));
      for (const [name, value] of Object.entries(changes)) next.set(name, value);
      return next.toString();
    },
  };
}
