import { err, ok, type Result } from '../../../../shared/base/result.ts';
import type { FileId } from '../../../../shared/model/index.ts';
import { mayHaveArrived } from '../../domain/attempt.ts';
import type { DocumentFile } from '../../service/document-files.ts';
import type { FilePut, UploadInfo } from '../../service/documents.ts';
import { retryable, type ServiceError } from '../../service/errors.ts';
import { comparable } from '../../store/comparable.ts';
import { inTransaction } from '../../store/database.ts';
import type { PostedDocument } from '../../store/posted-documents.ts';
import type { Save } from '../../store/save.ts';
import { writeProblem } from '../../store/save-problem.ts';
import { mayBeNoOperation, saysNoOperation } from '../capabilities/no-operation.ts';
import { isFiledAs } from '../identity/is-filed-as.ts';
import { certainlyNotSent } from './failed-try.ts';
import type { PipelinePorts } from './ports.ts';
import { lookingForPosted, mayBeAnnounced } from './problem-words.ts';

type Ports = Pick<PipelinePorts, 'client' | 'stores' | 'commits' | 'clock' | 'postOffered'>;

/** Milliseconds after which the service's list has what it accepted (spec: What the service does 2), and between two looks. */
const listedWithin = 30_000;
const lookAgain = 3_000;
/** Milliseconds that the clocks of service and computer may be apart. */
const mostApart = 24 * 60 * 60_000;
const pageLength = 500;

const namesAnother: ServiceError = {
  operation: 'documents.createFile',
  kind: 'malformed',
  status: null,
  what: 'fileId: that of another document',
};

/**
 * New documents, where the service takes them by POST alone and gives the id (beyond the spec: Documents). Whether it does is found out
 * when it has no file of the id that a PUT names; the id that it gives is the document's from then on, before any content leaves.
 */
export class Posting {
  readonly #ports: Ports;
  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /**
   * Announces a save in the way in which the service takes it. Of a new document, the answer's id may be the service's own: then it is
   * the document's, on disk.
   * @param begin what is announced, asked for once it may leave
   */
  async announce(
    save: Save,
    begin: () => Promise<FilePut | null>,
    signal: AbortSignal,
  ): Promise<Result<UploadInfo, ServiceError>> {
    const { client, stores, postOffered } = this.#ports;
    const put = () =>
      client.documents.putFile(save.matterId, save.fileId, begin, { priority: 'announce', signal });
    if (!this.#isNew(save)) return put();
    if (stores.posted.unanswered(save.matterId, save.fileId)) {
      // A POST may have made it: the person is asked before another.
      const answer = await put();
      if (answer.ok) stores.posted.forget(save.matterId, save.fileId);
      return answer;
    }
    if (postOffered.state === 'offered') {
      const posted = await this.#post(save, begin, signal);
      if (posted.ok || !saysNoOperation(posted.error)) return posted;
      const answer = await put();
      // One that takes it neither way may have meant its folder.
      if (answer.ok) postOffered.showed('not-offered');
      return answer;
    }
    const answer = await put();
    if (answer.ok || !saysNoOperation(answer.error) || !postOffered.mayBe) return answer;
    const posted = await this.#post(save, begin, signal);
    return !posted.ok && saysNoOperation(posted.error) ? answer : posted;
  }

  /** True for a document of which nothing was ever announced with an outcome that left something in the service. */
  #isNew({ kind, matterId, fileId }: Save): boolean {
    const { database, documents, history, saves, posted } = this.#ports.stores;
    return inTransaction(
      database,
      () =>
        kind === 'content' &&
        !documents.document(matterId, fileId) &&
        !posted.isMade(matterId, fileId) &&
        history.ofDocumentSince(matterId, fileId, 0).length === 0 &&
        saves.ofDocument(matterId, fileId).every(({ id }) => !saves.attemptsOf(id).some(mayHaveArrived)),
    );
  }

  async #post(
    save: Save,
    begin: () => Promise<FilePut | null>,
    signal: AbortSignal,
  ): Promise<Result<UploadInfo, ServiceError>> {
    const { client, stores, commits, clock, postOffered } = this.#ports;
    const { id: saveId, matterId, fileId } = save;
    const body = async () => {
      const said = await begin();
      if (!said) return null;
      const { fileName, folderId, fileAdditionalData } = said;
      const key = fileAdditionalData?.['attempt'] ?? '';
      const posted = { saveId, matterId, key, fileName, folderId, postedAt: Math.ceil(clock.now()) };
      await commits.run(() => stores.posted.put(posted));
      return said;
    };
    const answer = await client.beyondSpec.createFile(matterId, body, { priority: 'announce', signal });
    if (answer.ok) {
      postOffered.showed('offered');
      const named = answer.value.fileId;
      const isNewHere = !stores.documents.isKnown(named);
      return isNewHere && (await this.#isMade(save, named, save.id)) ? answer : err(namesAnother);
    }
    if (certainlyNotSent(answer.error)) stores.posted.forget(matterId, fileId);
    // What a matter that is not there is answered says nothing of the others.
    const isThere = async () => (await client.matters.read(matterId, { priority: 'announce', signal })).ok;
    if (saysNoOperation(answer.error) && (await isThere())) postOffered.denied();
    return answer;
  }

  /**
   * The service has the save's document under this id, on disk once this resolves. False for one that is another's here.
   * @param postedFor the save, of the same document, whose POST made it
   */
  #isMade({ id, matterId, fileId }: Save, named: FileId, postedFor: number): Promise<boolean> {
    const { stores, commits } = this.#ports;
    return commits.run(() => {
      const isTaken =
        stores.saves.ofDocument(matterId, named).length > 0 || stores.links.fileOfDocument(matterId, named);
      // What the save's document is may have been decided meanwhile.
      if (isTaken || stores.saves.get(id)?.fileId !== fileId) return false;
      stores.posted.isNamed(postedFor, named);
      if (named !== fileId) isFiledAs(stores, matterId, { before: fileId, now: named }, null);
      return true;
    });
  }

  /**
   * Before a document is announced that may have been made by a POST whose answer nobody has: the service's list tells by what was
   * announced with it. Where it cannot be told, the person is asked.
   * @returns true when it may be announced now; what follows otherwise is written down, but for an error
   */
  async mayBeAnnounced(save: Save, signal: AbortSignal): Promise<Result<boolean, ServiceError>> {
    const { stores, clock, postOffered } = this.#ports;
    const posted = stores.posted.unanswered(save.matterId, save.fileId);
    if (!posted) return ok(true);
    const listed = await this.#listed(posted, signal);
    if (!listed.ok) return listed;
    const mine = listed.value?.find(({ additionalData }) => additionalData?.['attempt'] === posted.key);
    // What bears the key of our attempt is ours, whether or not a history showed it before anybody had the answer.
    if (mine?.id && mine.isDeleted !== true && (await this.#isMade(save, mine.id as FileId, posted.saveId)))
      return ok(false);
    // What its document is was decided meanwhile.
    if (stores.saves.get(save.id)?.fileId !== save.fileId) return ok(false);
    const age = Math.abs(clock.now() - posted.postedAt);
    if (!mine && age < listedWithin) {
      stores.outbox.again(save.id, clock.now() + lookAgain, writeProblem(lookingForPosted(save.name)));
      return ok(false);
    }
    // A service that lists nothing, and never took a POST, may have none of these operations, and take a PUT.
    if (!listed.value && postOffered.state !== 'offered') return ok(true);
    if (listed.value && !mine && !listed.value.some((file) => this.#mayBe(posted, file))) {
      stores.posted.forget(save.matterId, save.fileId);
      return ok(true);
    }
    stores.outbox.needsPerson(save.id, writeProblem(mayBeAnnounced(save.name, listed.value !== null)));
    return ok(false);
  }

  /** The matter's documents as the service lists them; null where it lists none. */
  async #listed(
    { matterId }: PostedDocument,
    signal: AbortSignal,
  ): Promise<Result<readonly DocumentFile[] | null, ServiceError>> {
    const { client } = this.#ports;
    const files: DocumentFile[] = [];
    const options = { priority: 'announce', signal } as const;
    for await (const page of client.beyondSpec.allFiles(matterId, { limit: pageLength }, options)) {
      if (page.ok) files.push(...page.value.items);
      else return mayBeNoOperation(page.error) || retryable(page.error) === 'never' ? ok(null) : page;
    }
    return ok(files);
  }

  /** Without content, called like it, in its folder, and nothing says with what it was announced. */
  #mayBe({ fileName, folderId, postedAt }: PostedDocument, file: DocumentFile): boolean {
    const { id, name, fileExtension, folder, dateCreated, additionalData, isUploaded, isDeleted } = file;
    if (!id || isDeleted === true || isUploaded === true) return false;
    if (typeof additionalData?.['attempt'] === 'string') return false;
    if (folder !== null && (folder.id || null) !== folderId) return false;
    if (dateCreated !== null && dateCreated < postedAt - mostApart) return false;
    const ending = (fileExtension ?? '').replace(/^\.?(?=.)/, '.');
    const isItsName = [name ?? '', `${name ?? ''}${ending}`].some(
      (one) => comparable(one) === comparable(fileName),
    );
    return isItsName && !this.#ports.stores.documents.isKnown(id as FileId);
  }
}
