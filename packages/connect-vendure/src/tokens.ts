/** Token for injecting the plugin's options. */
export const OPTIONS = Symbol('@vitrine/connect-vendure options')
