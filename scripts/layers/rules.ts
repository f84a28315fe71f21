import { engineRoomRules } from './engine-rooms.ts';
import type { LayerRule } from './layer-rule.ts';

const anyOf =
  (...patterns: RegExp[]) =>
  (target: string): boolean =>
    patterns.some((pattern) => pattern.test(target));

const noneOf =
  (...patterns: RegExp[]) =>
  (target: string): boolean =>
    !anyOf(...patterns)(target);

const packages = /^npm:/;
const node = /^node:/;

/** Packages that run in a browser window and are meant to. */
const browserPackages =
  /^npm:(react|react-dom|@fluentui\/.+|@tanstack\/.+|@orpc\/(client|contract|tanstack-query)|zod)$/;

/** Packages that read what anybody may have made. */
const readerPackages = /^npm:(pdfjs-dist|mammoth|read-excel-file|fflate|diff)(\/.+)?$/;

/** Packages that the hub is made of. */
const hubPackages = /^npm:(fastify|ioredis|prom-client|zod)$/;

/** The layers of docs/architecture.md. */
export const layerRules: readonly LayerRule[] = [
  {
    name: 'engine-without-electron',
    because: 'the engine is plain Node code, so that tests and the fault simulator run it without Electron',
    from: /^main\/engine\//,
    refuses: anyOf(/^npm:(electron|electron-.+|@electron\/.+)$/),
  },
  {
    name: 'engine-stands-alone',
    because: 'the engine is a process of its own and shares with the others only what is in shared/',
    from: /^main\/engine\//,
    refuses: noneOf(/^main\/engine\//, /^shared\//, packages, node),
  },
  {
    name: 'domain-is-pure',
    because:
      'what a save, a version and a base are is decided by functions alone, and everything else rests on it',
    from: /^main\/engine\/domain\//,
    refuses: noneOf(/^main\/engine\/domain\//, /^shared\//),
  },
  {
    name: 'main-starts-the-engine-as-a-file',
    because: 'the engine is another process: main starts it and talks to it, and never imports it',
    from: /^main\/(?!engine\/|hub\/)/,
    refuses: anyOf(/^main\/engine\//),
  },
  {
    name: 'hub-stands-alone',
    because:
      'the hub is a process of its own for a server: of the engine it has the domain and the client of the service',
    from: /^main\/hub\//,
    refuses: noneOf(/^main\/hub\//, /^main\/engine\/(domain|service)\//, /^shared\//, hubPackages, node),
  },
  {
    name: 'hub-is-no-part-of-the-desktop',
    because: 'what a firm runs on its server is not shipped to every laptop',
    from: /^(main\/(?!hub\/)|renderer\/|preload\/|shared\/)/,
    refuses: anyOf(/^main\/hub\//),
  },
  {
    name: 'main-has-no-windows-inside',
    because: 'what runs in a window is loaded there, not imported by main',
    from: /^main\//,
    refuses: anyOf(/^renderer\//, /^preload\//),
  },
  {
    name: 'renderer-knows-only-the-contract',
    because: 'a window sees shared/ and nothing of main, preload, Node or Electron',
    from: /^renderer\/(?!viewer\/)/,
    refuses: noneOf(/^renderer\//, /^shared\//, browserPackages),
  },
  {
    name: 'viewer-stands-alone',
    because:
      'what reads contents that anybody may have made is a page and a process of its own, without the window’s code',
    from: /^renderer\/viewer\//,
    refuses: noneOf(/^renderer\/viewer\//, /^shared\//, readerPackages),
  },
  {
    name: 'contents-are-read-in-the-viewer-alone',
    because: 'promise 8: neither main, the engine nor the window ever reads what is in a document',
    from: /^(main|preload|shared|renderer\/(?!viewer\/))/,
    refuses: anyOf(readerPackages, /^renderer\/viewer\//),
  },
  {
    name: 'preload-is-only-a-bridge',
    because: 'a sandboxed preload has electron and what is bundled into it from shared/',
    from: /^preload\//,
    refuses: noneOf(/^preload\//, /^shared\//, /^npm:electron$/),
  },
  {
    name: 'shared-is-neutral',
    because: 'every process imports shared/, so it may need none of them',
    from: /^shared\/(?!evidence\/)/,
    refuses: noneOf(/^shared\//, /^npm:(zod|@orpc\/contract)$/),
  },
  {
    name: 'evidence-runs-anywhere',
    because: 'whoever is given a record checks it with the same code, in a browser without anything else',
    from: /^shared\/evidence\//,
    refuses: noneOf(/^shared\/(evidence|base)\//, /^npm:(zod|@noble\/.+|pkijs|asn1js)$/),
  },
  {
    name: 'shared-model-without-contract',
    because: 'values are what they are however they are asked for',
    from: /^shared\/(model|rules|base)\//,
    refuses: anyOf(/^shared\/(contract|evidence)\//),
  },
  {
    name: 'shared-base-is-lowest',
    because: 'clock, result and the like are for programs of every kind',
    from: /^shared\/base\//,
    refuses: anyOf(/^shared\/(model|rules)\//),
  },
  {
    name: 'shared-has-four-rooms',
    because:
      'in shared/ there are values in model/, what holds of them in rules/, the conversation in contract/, what records are checked with in evidence/ and the rest in base/',
    from: /./,
    refuses: anyOf(/^shared\/(?!(model|rules|contract|base|evidence)\/)/),
  },
  ...engineRoomRules,
  {
    name: 'product-without-tests-or-scripts',
    because: 'what is shipped cannot depend on what is not',
    from: /^(main|renderer|preload|shared)\//,
    refuses: anyOf(/^test\//, /^scripts\//),
  },
];
