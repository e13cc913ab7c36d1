export const OPTIONS = Symbol('@vitrine/connect-vendure options')
