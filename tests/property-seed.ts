/** Every run has the same examples. `PROPERTY_SEED=$RANDOM npm test` uses others, and `PROPERTY_RUNS` more. */
import fc from 'fast-check'

const { PROPERTY_SEED = '1', PROPERTY_RUNS } = process.env
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(PROPERTY_SEED),
  ...(PROPERTY_RUNS === undefined ? {} : { numRuns: Number(PROPERTY_RUNS) }),
})
