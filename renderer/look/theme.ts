import {
  type BrandVariants,
  createDarkTheme,
  createLightTheme,
  type Theme,
} from '@fluentui/react-components';

/** One accent, an inky petrol: steps of even lightness, dark to light. */
const petrol: BrandVariants = {
  10: '#00121a',
  20: '#041d25',
  30: '#0e2830',
  40: '#00364a',
  50: '#004155',
  60: '#004c60',
  70: '#07566a',
  80: '#186074',
  90: '#2f7388',
  100: '#44869c',
  110: '#5597ad',
  120: '#64a6bd',
  130: '#74b6cd',
  140: '#98c2d2',
  150: '#a8d3e2',
  160: '#bbe6f6',
};

const fontFamilyBase =
  "'Segoe UI Variable Text', 'Segoe UI', system-ui, -apple-system, BlinkMacSystemFont, 'Noto Sans', sans-serif";

export const lightTheme: Theme = {
  ...createLightTheme(petrol),
  fontFamilyBase,
  colorNeutralBackground3: '#f5f7f8',
};

export const darkTheme: Theme = {
  ...createDarkTheme(petrol),
  fontFamilyBase,
  colorNeutralBackground1: '#212527',
  colorNeutralBackground1Hover: '#2a2f31',
  colorNeutralBackground1Selected: '#2c3336',
  colorNeutralBackground2: '#1c2022',
  colorNeutralBackground3: '#1a1d1f',
  colorBrandForeground1: petrol[130],
  colorBrandForeground2: petrol[140],
  colorBrandForegroundLink: petrol[130],
  colorBrandForegroundLinkHover: petrol[150],
  colorStatusDangerForeground1: '#eb8a92',
  colorNeutralForeground2BrandHover: petrol[130],
  colorNeutralForeground2BrandSelected: petrol[130],
};
