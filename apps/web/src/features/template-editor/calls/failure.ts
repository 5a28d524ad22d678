import { ApiError } from '#web/lib/api/api-error.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'
import { isLinkOver } from './editor-session.ts'

export type Failure = { kind: 'other' | 'conflict' | 'expired'; text: string }

export interface FailureOptions {
  textOf?: (error: unknown) => string
  /** Whether a conflict means that someone else saved a version. */
  savesVersion?: boolean
}

export function failureOf(error: unknown, { textOf = errorMessage, savesVersion = false }: FailureOptions): Failure {
  if (isLinkOver(error)) return { kind: 'expired', text: 'This editor link has expired. Your last changes are not saved.' }
  if (savesVersion && error instanceof ApiError && error.code === 'conflict')
    return { kind: 'conflict', text: 'Someone else saved a newer version. Your changes are not saved.' }
  const [fieldError] = error instanceof ApiError ? Object.values(error.errors) : []
  return { kind: 'other', text: fieldError?.[0] ?? textOf(error) }
}
