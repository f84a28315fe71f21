/** Names made to deceive: markup, a reversed ending, controls, more emoji than fit, and characters nobody sees. */
export const hostileNames = [
  '<img src=x onerror="window.hostile=1"><script>window.hostile=1</script>.docx',
  'Invoice \u202Efdp.exe\u202C.pdf',
  'Two\u0007 lines\u001B[31m and\u0085 more.docx',
  '😀'.repeat(255),
  'Inv\u200Boice\u{E0041}\u2066.docx',
] as const;

/** Where in an answer there may be words from outside: of the service, of colleagues, of the file system. */
const fromOutside = new Set([
  'category',
  'cell',
  'changedBy',
  'contactName',
  'description',
  'detail',
  'displayName',
  'from',
  'historyProblem',
  'label',
  'linkedFolder',
  'matter',
  'matterNumber',
  'matterTitle',
  'matterType',
  'matterTypeName',
  'name',
  'next',
  'now',
  'number',
  'path',
  'personAssisting',
  'personResponsible',
  'problem',
  'rawKind',
  'rootFolder',
  'rule',
  'status',
  'subject',
  'title',
  'to',
  'value',
  'what',
  'who',
  'words',
  'why',
]);

/** The same answer with a hostile name in the place of every name. */
export function disguised<Answer>(answer: Answer): Answer {
  if (answer === undefined) return answer;
  let names = 0;
  const disguise = (): string => {
    names += 1;
    return hostileNames[names % hostileNames.length] ?? '';
  };
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) => {
    if (key === 'clientNames' && Array.isArray(value)) return value.map(disguise);
    return typeof value === 'string' && fromOutside.has(key) ? disguise() : value;
  });
}
