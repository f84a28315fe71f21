import { screens } from '../renderer/screenList.ts';
import { seeEach } from './support/every-screen.ts';
import { isOfMatters } from './support/screens-of-matters.ts';

seeEach(screens.filter(isOfMatters));
