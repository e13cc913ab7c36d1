import { isDocument, type Json } from './patch.ts'

export function toYaml(value: Json, indent = ''): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : value.map((item) => listItem(item, indent)).join('\n')
  if (!isDocument(value)) return scalar(value)
  const names = Object.keys(value)
  if (names.length === 0) return '{}'
  return names.map((name) => `${indent}${scalar(name)}:${below(value[name] ?? null, indent)}`).join('\n')
}

function below(value: Json, indent: string): string {
  if (isEmpty(value) || !(isDocument(value) || Array.isArray(value))) return ` ${toYaml(value)}`
  if (Array.isArray(value) && value.every((item) => !isDocument(item) && !Array.isArray(item)))
    return ` [${value.map((item) => scalar(item as string)).join(', ')}]`
  return `\n${toYaml(value, `${indent}  `)}`
}

function listItem(item: Json, indent: string): string {
  if (Array.isArray(item)) return `${indent}-${below(item, indent)}`
  if (!isDocument(item) || isEmpty(item)) return `${indent}- ${toYaml(item)}`
  return `${indent}- ${toYaml(item, `${indent}  `).trimStart()}`
}

function isEmpty(value: Json): boolean {
  return Array.isArray(value) ? value.length === 0 : isDocument(value) && Object.keys(value).length === 0
}

/** Quotes strings that YAML would read as another type. */
function scalar(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value)
  const plain = /^[A-Za-z_][\w ./-]*$/.test(value) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value)
  return plain && value.trim() === value ? value : JSON.stringify(value)
}
