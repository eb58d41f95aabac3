/**
 * Laws are tried on random values. In CI the values are always the same, so a failure there comes from the change. Each
 * run on your own machine tries other values, and so does a run in CI with RANDOM_LAWS.
 */
if (process.env.CI && !process.env.RANDOM_LAWS) require('fast-check').configureGlobal({ seed: 20_261 });
