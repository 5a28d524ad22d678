/** The pages after a signature. They say what the server knows of the document, and offer it to a visitor who may open it. */

import { Button, Loader, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconFileText, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { SIGNING_FAILED } from '@vialdesk/contract/documents'
import { useEffect } from 'react'
import { MARKER_POLL_MS, MAX_POLLS, markSigningComplete } from '#web/entities/document/signing-marker.ts'
import { useCenterTemplate } from '#web/entities/document/use-center-template.ts'
import type { Answer } from '#web/lib/api/api.ts'
import { request } from '#web/lib/api/request.ts'
import { isInFrame } from '#web/lib/browser/in-frame.ts'
import { isMissing } from '#web/lib/errors/api-error.ts'
import { errorMessage, readErrorMessage } from '#web/lib/errors/error-message.ts'
import { session } from '#web/lib/session/session.ts'
import { DocumentOffer } from './document-offer.tsx'
import { isDocumentId } from './is-document-id.ts'
import { Message } from './message.tsx'
import { PlainPage } from './plain-page.tsx'

const CALL = 'POST /api/v1/documents/patient-signed-document/'
type SignedState = Answer<typeof CALL>

/** The answer may change: an external provider may need some seconds to report a signature. */
const mayChange = (state: SignedState | undefined) => state?.checking === true && !state.success

/** Asks the server what is signed, every 5 s for about a minute while a provider is asked. */
function useSignedState(documentId: string) {
  const query = useQuery({
    queryKey: [CALL, documentId],
    queryFn: ({ signal }) => request<SignedState>(CALL, { body: { documentId }, asGuest: true }, signal),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => mayChange(data) && dataUpdateCount < MAX_POLLS && MARKER_POLL_MS,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
  const { data: state, error, refetch, isFetching } = query
  return { state, error, check: () => void refetch(), isWaiting: mayChange(state) && isFetching }
}

const canClose = () => (isInFrame() ? '' : ' You can close this page.')

/** Nothing is known here: the page has no document. */
const Unchecked = () => (
  <Message icon={IconCircleCheck} color="green" title="Thank you.">
    If you have finished signing, a copy is sent to you by email when everybody has signed.
    {canClose()}
  </Message>
)

const Waiting = ({ children }: { children: string }) => (
  <Stack align="center" gap="sm" py="xl" role="status">
    <Loader aria-hidden />
    <Text c="dimmed">{children}</Text>
  </Stack>
)

const Retry = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onClick}>
    {children}
  </Button>
)

const Problem = ({ error, onRetry }: { error?: Error; onRetry?: () => void }) => (
  <Message
    icon={IconAlertTriangle}
    color="red"
    title={SIGNING_FAILED}
    isFailure
    actions={onRetry && <Retry onClick={onRetry}>Try again</Retry>}
  >
    {error && readErrorMessage(error)}
  </Message>
)

function textOf({ success, signed, status, checking }: SignedState): string {
  if (status === 'Completed') return `A copy is sent to you by email.${canClose()}`
  if (signed) return `A copy is sent to you by email when the document is sealed.${canClose()}`
  if (success) return `A copy is sent to you by email when everybody has signed.${canClose()}`
  if (checking) return 'The signing service has not confirmed a signature.'
  if (status === 'Pending') return 'Nobody has signed it so far.'
  return 'Nobody can sign it any more.'
}

/** Makes the template of the signed-in center. A document that makes no template is signed all the same. */
function useTemplateOf(documentId: string, isWanted: boolean, signedBy: string | undefined) {
  const { mutate, isPending, isIdle, error } = useCenterTemplate()
  const make = () => mutate({ body: { documentId, ...(signedBy && { signedBy }) } })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is made once.
  useEffect(() => {
    if (isWanted) make()
  }, [isWanted])
  return { make, isBusy: isWanted && (isPending || isIdle), error: error && !isMissing(error) ? error : null }
}

interface Props {
  documentId: string
  signedBy?: string | undefined
  makesTemplate?: boolean
}

function CheckedDocument({ documentId, signedBy, makesTemplate = false }: Props) {
  const { state, isWaiting, error, check } = useSignedState(documentId)
  const template = useTemplateOf(documentId, makesTemplate && state?.signed === true, signedBy)
  const isDone = state?.success === true
  useEffect(() => {
    if (isDone) markSigningComplete(documentId)
  }, [documentId, isDone])
  if (error) return <Problem error={error} onRetry={check} />
  if (!state || isWaiting) return <Waiting>Checking your signature…</Waiting>
  if (template.isBusy) return <Waiting>Preparing your documents…</Waiting>
  return (
    <Message
      icon={isDone ? IconCircleCheck : IconFileText}
      color={isDone ? 'green' : 'yellow'}
      title={state.message}
      actions={
        <>
          {state.checking && !isDone && <Retry onClick={check}>Check again</Retry>}
          {template.error && <Retry onClick={template.make}>Prepare it again</Retry>}
          {!isInFrame() && <DocumentOffer documentId={documentId} isOpen={!isDone && state.status === 'Pending'} />}
        </>
      }
    >
      {textOf(state)}
      {template.error && <div>Your own document for your patients is not ready. {errorMessage(template.error)}</div>}
    </Message>
  )
}

/** Without a document this page only thanks. */
export const SignedScreen = ({ documentId }: { documentId?: string | undefined }) => (
  <PlainPage>
    {documentId === undefined ? (
      <Unchecked />
    ) : isDocumentId(documentId) ? (
      <CheckedDocument documentId={documentId} />
    ) : (
      <Problem />
    )}
  </PlainPage>
)

/** The portal asks whether the document is signed, and then thanks the patient. */
export const PatientSignedScreen = ({ documentId }: { documentId: string | undefined }) => (
  <PlainPage>{isDocumentId(documentId) ? <CheckedDocument documentId={documentId} /> : <Problem />}</PlainPage>
)

/** Thanks a center, and makes its own template from an attestation. */
export function CenterSignedScreen({ documentId, signedBy }: { documentId: string | undefined; signedBy: string | undefined }) {
  const role = session()?.role
  const makesTemplate = role === 'harvest_center' || role === 'hc_staff'
  return (
    <PlainPage>
      {isDocumentId(documentId) ? <CheckedDocument {...{ documentId, signedBy, makesTemplate }} /> : <Problem />}
    </PlainPage>
  )
}
