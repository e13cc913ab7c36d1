import type { ErrorShape } from './route.ts'
import { Text } from './schema.ts'
import type { ValidationItem } from './validate.ts'
import { Type } from './type.ts'

export const ValidationItemSchema = Type.Object({
  message: Text(),
  path: Type.Array(Type.Union([Text(), Type.Integer()])),
  type: Text({ examples: ['any.required', 'any.only'] }),
  context: Type.Object({ label: Text(), key: Type.Union([Text(), Type.Integer()]) }),
})

const Items = Type.Array(ValidationItemSchema)

export const ErrorString = Type.Object({ error: Text() })

export const errorSchemas = {
  'ok-items': Type.Object({ ok: Type.Literal(false), error: Type.Union([Items, Text()]) }),
  'errors-items': Type.Object({ errors: Items }),
  'number-message': Type.Object({ error: Type.Integer(), message: Text() }),
  string: ErrorString,
  admin: Type.Object({ error: Type.Union([Items, Text()]) }),
}

export function errorBody(shape: ErrorShape, status: number, items: readonly ValidationItem[]): object {
  switch (shape) {
    case 'ok-items':
      return { ok: false, error: items }
    case 'errors-items':
      return { errors: items }
    case 'number-message':
      return { error: status, message: joinMessages(items) }
    case 'string':
      return { error: joinMessages(items) }
    case 'admin':
      return { error: items }
  }
}

function joinMessages(items: readonly ValidationItem[]): string {
  return items.map((item) => item.message).join('; ')
}
