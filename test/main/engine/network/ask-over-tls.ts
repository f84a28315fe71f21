import { exchange } from '../../../../main/engine/service/exchange.ts';
import { trustComputersAuthorities } from '../../../../main/engine/service/network/trust.ts';

/** A process as the engine begins: trusts this computer's authorities, asks one address, and tells what came of it. */
const [address = '', how] = process.argv.slice(2);
if (how !== 'bundled-only') await trustComputersAuthorities();
const url = new URL(address);
console.log(
  JSON.stringify(
    await exchange({ method: 'GET', url, headers: {}, answerLimit: 1000, beyondLimit: 'refuse', delays: {} }),
  ),
);
