export * from '../../shared/clock.ts';
