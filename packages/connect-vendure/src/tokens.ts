/** Token of the options that the plugin was started with. */
export const OPTIONS = Symbol('@vitrine/connect-vendure options')
