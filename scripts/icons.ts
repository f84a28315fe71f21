import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { icns, ico, type Picture } from './packaging/icon-files.ts';
import { projectFolder } from './project-folder.ts';

// node scripts/icons.ts [CHROMIUM]: draws build/icon.svg into every icon file that packaging needs.
const executablePath = process.argv[2] ?? '/usr/bin/chromium';
const build = join(projectFolder, 'build');
const svg = await readFile(join(build, 'icon.svg'), 'utf8');

const sandbox = process.getuid?.() !== 0;
const browser = await chromium.launch({ executablePath, chromiumSandbox: sandbox });
const pictures: Picture[] = [];
for (const size of [16, 32, 48, 64, 128, 256, 512, 1024]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  pictures.push({ size, png: await page.screenshot({ omitBackground: true }) });
  await page.close();
}
await browser.close();

await mkdir(join(build, 'icons'), { recursive: true });
for (const { size, png } of pictures) {
  if (size <= 512) await writeFile(join(build, 'icons', `${size}x${size}.png`), png);
}
await writeFile(join(build, 'icon.ico'), ico(pictures));
await writeFile(join(build, 'icon.icns'), icns(pictures));
