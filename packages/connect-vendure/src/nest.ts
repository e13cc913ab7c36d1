/** Calls Nest's decorators as plain functions: Node's type stripping does not support decorators. */
import { Inject, Injectable } from '@nestjs/common'

// biome-ignore lint/complexity/noBannedTypes: decorators accept any class
type Class = Function

export function injects(target: Class, ...tokens: unknown[]): void {
  Injectable()(target)
  for (const [index, token] of tokens.entries()) Inject(token)(target, undefined, index)
}

export function decorates(
  target: Class,
  name: string,
  { method, parameters = [] }: { method: unknown[]; parameters?: unknown[] },
): void {
  for (const [index, decorate] of parameters.entries()) (decorate as ParameterDecorator)(target.prototype, name, index)
  const descriptor = Object.getOwnPropertyDescriptor(target.prototype, name) as PropertyDescriptor
  for (const decorate of method) (decorate as MethodDecorator)(target.prototype, name, descriptor)
}
