import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { policyJsonSchema } from '../main/policy/policy.ts';
import { projectFolder } from './project-folder.ts';

/** Writes docs/policy.schema.json from what the program reads. */
writeFileSync(
  join(projectFolder, 'docs/policy.schema.json'),
  `${JSON.stringify(policyJsonSchema(), null, 2)}\n`,
);
