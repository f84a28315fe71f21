import type { Faults } from '../../service/faults/registry.ts';

/** Notes every request that comes to the practice service, and disturbs none. */
export class Reached extends RegExp {
  readonly #requests: string[] = [];

  constructor(faults: Faults) {
    super('');
    faults.add({ route: this, kind: 'latency', ms: 0, count: 'always' });
  }

  override test(request: string): boolean {
    this.#requests.push(request);
    return false;
  }

  /** How often an address of this form was asked so. */
  times(method: string, path: RegExp): number {
    return this.#requests.filter((request) => {
      const [asked = '', address = ''] = request.split(' ');
      return asked === method && path.test(address);
    }).length;
  }
}
