import { type PracticeService, type PracticeServiceOptions, startPracticeService } from '../service/index.ts';
import type { ConnectionFile } from './computer.ts';

/** The firm's service, which can be stopped and started again with the same state and addresses. */
export class Firm implements AsyncDisposable {
  readonly #options: PracticeServiceOptions;
  #service: PracticeService;
  #running = true;

  private constructor(options: PracticeServiceOptions, service: PracticeService) {
    this.#options = options;
    this.#service = service;
  }

  static async start(options: PracticeServiceOptions): Promise<Firm> {
    return new Firm(options, await startPracticeService(options));
  }

  get service(): PracticeService {
    return this.#service;
  }

  /** What a connection file for this firm says. */
  connection(redirect: 'custom' | 'loopback' = 'custom'): ConnectionFile {
    const { baseUrl, authUrl, apiKey } = this.#service;
    return { baseUrl, authUrl, clientId: 'matterline-desktop', apiKey, redirect };
  }

  async stop(): Promise<void> {
    if (this.#running) await this.#service.stop();
    this.#running = false;
  }

  async startAgain(): Promise<void> {
    if (!this.#running) this.#service = await startPracticeService(this.#options);
    this.#running = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** Somebody who can sign in at every sample firm. */
export const eleanor = { userName: 'eleanor.ashdown', password: 'practice', name: 'Eleanor Ashdown' };

/** A matter of the sample firm with many documents, folders and two years of history. */
export const hartley = 'Hartley v Northgate Rail plc';
