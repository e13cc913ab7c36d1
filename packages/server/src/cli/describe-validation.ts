/** Replaces the regular expression in an error of the API by a description of what the value must look like. */
import type { ValidationItem } from '@vitrine/contract'

export const PATTERN_DESCRIPTIONS: Record<string, string> = {
  '^[0-9]+$': 'must have digits only',
  '^[0-9]{1,50}$': 'must have digits only, at most 50',
  '^[^\\s@]+@[^\\s@]+$': 'must be an e-mail address',
  '^[0-9A-Fa-f.:]{2,45}(/\\d{1,3})?$': 'must be an IP address, or a network like 203.0.113.0/24',
  '^([A-Z]{2}|EEA|[*])$': 'must be a country code like DE, or EEA, or *',
  '^[A-Za-z0-9_-]+$': 'must have letters, digits, dashes and underscores only',
}

const PATTERN_FAULT = /^(".*?") with value "(.*)" fails to match the required pattern: \/(.*)\/$/s

export function describeItem({ message }: Pick<ValidationItem, 'message'>): string {
  const [, label, value, pattern] = PATTERN_FAULT.exec(message) ?? []
  const words = PATTERN_DESCRIPTIONS[pattern ?? '']
  return words === undefined ? message : `${label} ${words}, not "${value}"`
}
