import { expect, test } from 'vitest';
import { privateNames, privatePhrases } from '../../scripts/words/private-words.ts';
import { privateWordsIn } from '../../scripts/words/violations.ts';

const camel = (words: string) => words.replaceAll(/ (\w)/g, (_all, letter: string) => letter.toUpperCase());
const found = (path: string, text: string) => privateWordsIn({ path, text }).length;

test.each(Object.keys(privateNames))(
  '“%s” is refused as an identifier, as part of one, and as a file’s name',
  (word) => {
    const name = camel(word);
    const part = `my${name.charAt(0).toUpperCase()}${name.slice(1)}Now`;
    expect(found('main/planted.ts', `export const ${name} = 1;`)).toBe(1);
    expect(found('test/planted.ts', `export const ${part} = 1;`)).toBe(1);
    expect(found('test/planted.ts', `class Planted { #${name} = 1; }`)).toBe(1);
    expect(found(`main/${word.replaceAll(' ', '-')}.test.ts`, '')).toBe(1);
  },
);

test.each(Object.keys(privatePhrases))('“%s” is refused in what the window says', (phrase) => {
  expect(found('renderer/Planted.tsx', `export const planted = <p>{\`\${1} ${phrase}.\`}</p>;`)).toBe(1);
  expect(found('renderer/Planted.tsx', `export const planted = <p>So ${phrase} now</p>;`)).toBe(1);
  expect(found('main/planted.ts', `export const planted = '${phrase.toUpperCase()}';`)).toBe(1);
});

test('words are refused as names of ours only: not in prose, nor as letters of another word', () => {
  const prose = '// A witness of the deed is in trouble.\nexport const said = "A deed of trust";';
  expect(found('test/planted.ts', prose)).toBe(0);
  expect(found('test/planted.ts', 'export const smoothIndeed = 1, untoldness = 2;')).toBe(0);
});
