/** Sign-up links that cannot be used: seen before the form shows, or after the server refused it. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'

export const NO_REP = 'This link is no longer valid. Ask the sales rep for a new one.'
export const NO_CENTER = 'This link is no longer valid. Ask the person who sent it to you for a new one.'
export const NO_INVITATION = 'This link is no longer valid. Ask the harvest center for a new one.'

/** Errors of the link, which the form cannot fix. */
export function invalidLinkMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.errors.saless_rep_id) return NO_REP
  if (error.errors.key) return error.errors.key[0] ?? NO_INVITATION
  return error.errors.hc_id ? NO_CENTER : undefined
}

/** Why an invitation cannot be used; undefined for other errors, such as a lost connection. */
export function refusedInvitation(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'link_expired') return error.message
  return ['not_found', 'invalid'].includes(error.code) ? NO_INVITATION : undefined
}

/** Shown instead of the form when the sign-up link is invalid. */
export function InvalidLink({ message }: { message: string }) {
  return (
    <FailedScreen
      title="This link cannot be used"
      message={message}
      action={
        <Button component={Link} to="/" variant="default" mt="sm">
          Login Page
        </Button>
      }
    />
  )
}
