import { Skeleton, Stack } from '@mantine/core'
import type { SigningDocument } from '@vialdesk/contract/signing'
import { useEffect, useState } from 'react'
import { postSigningEvent, type SigningEvent } from '#web/entities/document/signing-messages.ts'
import { Delayed } from '#web/ui/layout/delayed.tsx'
import { ConsentStep } from './consent/consent-step.tsx'
import { EndedPage, FailedPage, hasEnded, IdlePage } from './ended-pages.tsx'
import { FinishedStep } from './finished-step.tsx'
import { IdleGuard } from './idle-guard.tsx'
import { SignStep } from './sign/sign-step.tsx'
import classes from './signing-screen.module.css'
import { useSessionSecret, useSigningDocument } from './use-signing.ts'

/** Tells the page around the frame about a change of the state. */
function usePosted(type: SigningEvent | undefined, documentId: string): void {
  useEffect(() => {
    if (type) postSigningEvent(type, documentId)
  }, [type, documentId])
}

function eventOf(document: SigningDocument | undefined, error: Error | null): SigningEvent | undefined {
  if (!document) return error ? (hasEnded(error) ? 'expired' : 'error') : undefined
  if (document.state === 'signed' || document.status === 'Completed') return 'completed'
  if (document.status === 'Declined') return 'declined'
  return document.status === 'Pending' ? 'loaded' : 'expired'
}

const Opening = () => (
  <Delayed>
    <Stack p="md" gap="md" role="status" aria-label="Opening the document…">
      <Skeleton h={20} w="50%" />
      <Skeleton h={420} />
    </Stack>
  </Delayed>
)

function Step({ secret, document }: { secret: string; document: SigningDocument }) {
  const { state, status } = document
  // A document may end otherwise after this signer has signed.
  if (status !== 'Pending' && status !== 'Completed') return <EndedPage document={document} />
  if (state === 'signed' || status === 'Completed') return <FinishedStep secret={secret} document={document} />
  return (
    <div className={classes.screen}>
      {state === 'consent' ? (
        <ConsentStep secret={secret} document={document} />
      ) : (
        <SignStep secret={secret} document={document} />
      )}
    </div>
  )
}

function Session({ secret }: { secret: string }) {
  const { data: document, error, refetch, isFetching } = useSigningDocument(secret)
  const [isIdle, setIdle] = useState(false)
  const documentId = document?.document_id ?? ''
  usePosted(isIdle ? 'expired' : eventOf(document, error), documentId)
  if (isIdle) return <IdlePage documentId={documentId} />
  if (!document) return error ? <FailedPage error={error} busy={isFetching} onRetry={() => void refetch()} /> : <Opening />
  return (
    <>
      <Step secret={secret} document={document} />
      <IdleGuard onIdle={() => setIdle(true)} />
    </>
  )
}

/** The signing page of the portal's own engine, in a frame of 600 pixels or on a phone. */
export function SigningScreen() {
  const secret = useSessionSecret()
  return secret ? <Session secret={secret} /> : <FailedPage />
}
