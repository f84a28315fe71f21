import type { Clock } from '../../../../shared/base/clock.ts';
import type { RequestKeyId, RequestSettings } from '../../../../shared/model/index.ts';
import type { RecordsClient } from '../../service/client.ts';
import type { Matter } from '../../service/matter.ts';
import type { Stores } from '../../store/stores.ts';
import type { Account } from '../account/account.ts';
import type { Answers } from '../records/answers.ts';
import type { Names } from '../records/names.ts';

export interface RequestPorts {
  readonly client: RecordsClient;
  readonly account: Account;
  readonly stores: Stores;
  readonly answers: Answers;
  readonly names: Names;
  readonly clock: Clock;
  readonly random: () => number;
  /** A secret that a request is sent with; null when it is not kept any more. */
  readonly requestKey: (id: RequestKeyId) => Promise<string | null>;
  readonly settings: () => RequestSettings;
  /** Where some request stands changed. */
  readonly onChange: () => void;
  /** A matter was made or changed, and is so at the service. */
  readonly onMatter: (matter: Matter) => void;
  /** The disk did not take what is to be kept; throws what is a mistake. */
  readonly onNotKept: (failure: unknown) => void;
}
