import { screens } from '../renderer/screenList.ts';
import { seeEach } from './support/every-screen.ts';
import { isOfMatters } from './support/screens-of-matters.ts';

// With much, nothing, long and hostile names, without a network, and when something fails.
seeEach(screens.filter((screen) => !isOfMatters(screen)));
