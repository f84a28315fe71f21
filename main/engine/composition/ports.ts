import { createHash } from 'node:crypto';
import type { Clock } from '../../../shared/base/clock.ts';
import type { RequestKeyId } from '../../../shared/model/index.ts';
import type { CheckRecord } from '../features/custody/check-aside.ts';
import type { SignCheckpoint } from '../features/custody/checkpoint-keeper.ts';
import type { ToWastebasket } from '../features/following/wastebasket.ts';
import type { HistoryAside } from '../features/history/aside.ts';
import type { SendPace } from '../features/upload/send-pace.ts';
import type { WatchTree } from '../features/watch/watch-tree.ts';
import type { Files } from '../platform/files.ts';
import type { MountOf } from '../platform/mounts.ts';
import type { RateLimit } from '../service/budget/token-bucket.ts';
import type { RecordsClient } from '../service/client.ts';
import type { Exchange } from '../service/exchange.ts';
import type { Database } from '../store/database.ts';
import type { MeanwhileDatabase } from '../store/meanwhile.ts';

/** What the engine does to the world, passed in so that tests and the fault simulator can hold it in their hands. */
export interface EnginePorts {
  readonly files: Files;
  readonly mountOf: MountOf;
  /** How many calls of files the system takes at once. */
  readonly threads: number;
  readonly clock: Clock;
  readonly watchTree: WatchTree;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  readonly newId: () => string;
  /** What this computer and its user are called, for the custody log; null when the system does not say. */
  readonly computer: { readonly hostName: string | null; readonly userName: string | null };
  /** Bytes up to which a captured content goes into a pack. */
  readonly smallContent: number;
  /** Milliseconds for which a content stays after it was filed, however little room there is for it. */
  readonly keptAfterFiling: number;
  /** Opens the database in a directory that exists. */
  readonly openDatabase: (directory: string) => Database | Promise<Database>;
  /** Reads long histories in a thread of its own, beside the database in this file; without it they are read in the engine’s. */
  readonly historyAside?: (databaseFile: string) => HistoryAside;
  /** Checks a record before it is handed out; without it that is done in the engine’s thread, however long it is. */
  readonly checkRecord?: CheckRecord;
  /** Takes what is saved while there is no room to prepare that; without it nothing does. */
  readonly meanwhile?: MeanwhileDatabase;
  /** Folders of the program's other profiles, whose matters file from them; null while they cannot be said. Left out where there are none. */
  readonly foldersElsewhere?: () => Promise<readonly string[] | null>;
  /** A secret that a request is about to be sent with; null when it is not kept any more. Left out where none is kept. */
  readonly requestKey?: (id: RequestKeyId) => Promise<string | null>;
  /** How fast contents leave at most. */
  readonly sendPace: Pick<SendPace, 'setLimit' | 'take'>;
  /** Signs checkpoints of the custody log; without it none are made. */
  readonly signCheckpoint?: SignCheckpoint;
  /** Moves documents to the system's wastebasket; left out where there is none. */
  readonly toWastebasket?: ToWastebasket;
  /** The network, for those who are not the service: without it nothing is stamped. */
  readonly exchange?: Exchange;
  /** `onPause` is told until when (milliseconds since 1970) all requests wait, and null when they go out again. */
  readonly connect: (
    address: {
      baseUrl: string;
      apiKey: string;
      hub?: string | undefined;
      withoutHub?: RateLimit | undefined;
      requestLimit: RateLimit | null;
    },
    onPause: (until: number | null) => void,
    /** The sign-in in whose name requests go out, asked before each; null for none: then none does. */
    signIn: () => string | null,
    /** Told when requests begin to go past the firm's hub, and when they go through it again. */
    onPast: (isPast: boolean) => void,
  ) => RecordsClient;
}

/** Which service, how much it takes, and where everything known of it is kept. */
export interface Place {
  readonly directory: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The firm's hub, through which requests go; left out where they go to the service itself. */
  readonly hub?: string | undefined;
  /** What this computer may ask of the service itself while no hub answers; left out for nothing. */
  readonly withoutHub?: RateLimit | undefined;
  /** Null for the default. */
  readonly requestLimit: RateLimit | null;
}

/** Directory of what the first person has of one service; everybody after has one of a name that begins with it. */
export const workspaceName = (baseUrl: string): string =>
  createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);
