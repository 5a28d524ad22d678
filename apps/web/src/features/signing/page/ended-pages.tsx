import { IconBan, IconClock, IconFileX, IconLock, IconWifiOff } from '@tabler/icons-react'
import type { SigningDocument } from '@vialdesk/contract/documents/signing'
import { useEffect } from 'react'
import { portal } from '#web/lib/browser/portal.ts'
import { errorMessage, readErrorMessage } from '#web/lib/errors/error-message.ts'
import { forgetMailedSecret } from '../guest/mailed-secret.ts'
import { hasCode, LinkOver, Message, Problem, RetryButton } from '../guest/message.tsx'
import { PlainPage } from '../guest/plain-page.tsx'

const ends = {
  Declined: { icon: IconBan, title: 'This document was declined', text: 'Nobody can sign it any more.' },
  Expired: { icon: IconClock, title: 'This document has expired', text: 'It was not signed in time.' },
  Revoked: { icon: IconFileX, title: 'This document was withdrawn', text: 'You do not have to sign it.' },
} as const

interface EndedProps {
  document: SigningDocument
  status: keyof typeof ends
}

/** A document that can no longer be signed. */
export function EndedPage({ document: { title, business }, status }: EndedProps) {
  const { text, ...look } = ends[status]
  return (
    <PlainPage>
      <Message {...look} color="gray">
        “{title}”: {text} Contact {business} if you have questions.
      </Message>
    </PlainPage>
  )
}

/** Closed after a time without use. The mailed link is needed again. */
export function IdlePage({ documentId }: { documentId: string }) {
  useEffect(() => forgetMailedSecret(documentId), [documentId])
  return (
    <PlainPage>
      <Message icon={IconLock} title="This document is closed">
        Nobody used it for a while, so it was closed to protect health information. Nothing was signed. Open the document in the
        portal or by the link in your email again.
      </Message>
    </PlainPage>
  )
}

/** Whether the session can no longer be used, so that another try cannot succeed. */
export const hasEnded = (error: Error) => hasCode(error, 'link_expired', 'not_found', 'invalid', 'unauthenticated')

interface FailedProps {
  error?: Error
  busy?: boolean
  onRetry?: () => void
}

export function FailedPage({ error, busy = false, onRetry }: FailedProps) {
  return (
    <PlainPage>
      {error && hasEnded(error) ? (
        <LinkOver title="This page can no longer be used">
          {hasCode(error, 'link_expired') ? `${errorMessage(error)} ` : 'It has expired. '}
          If the document is open in another window, continue there. Otherwise open it again in the portal or by the link in your
          email.
        </LinkOver>
      ) : (
        <Problem
          {...(hasCode(error, 'unreachable') && { icon: IconWifiOff, title: 'No connection' })}
          actions={onRetry && <RetryButton loading={busy} onClick={onRetry} />}
        >
          {error ? readErrorMessage(error) : `Open the document in ${portal().domain.name} or by the link in your email again.`}
        </Problem>
      )}
    </PlainPage>
  )
}
