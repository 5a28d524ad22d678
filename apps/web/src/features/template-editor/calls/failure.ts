import { ApiError } from '#web/lib/api/api-error.ts'
import { isLinkOver } from './editor-session.ts'

export type Failure = { kind: 'other' | 'conflict' | 'expired'; text: string }

export function failureOf(error: unknown, textOf: (error: unknown) => string): Failure {
  if (isLinkOver(error)) return { kind: 'expired', text: 'This editor link has expired. Your last changes are not saved.' }
  if (error instanceof ApiError && error.code === 'conflict')
    return { kind: 'conflict', text: 'Someone else saved a newer version. Your changes are not saved.' }
  const [fieldError] = error instanceof ApiError ? Object.values(error.errors) : []
  return { kind: 'other', text: fieldError?.[0] ?? textOf(error) }
}
