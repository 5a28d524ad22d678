/** The pages after a signature. They say what the server knows of the document, and offer it to a visitor who may open it. */
import { Button, Loader, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconFileCheck, IconFileText, IconLogin2, IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayOpenScreen } from '@vialdesk/contract/base/screens'
import { useEffect } from 'react'
import { useOpenDocument } from '#web/entities/document/document-link.tsx'
import { MARKER_POLL_MS, MAX_POLLS, markSigningComplete } from '#web/entities/document/signing-marker.ts'
import { useCenterTemplate } from '#web/entities/document/use-center-template.ts'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { request } from '#web/lib/api/request.ts'
import { isInFrame } from '#web/lib/browser/in-frame.ts'
import { isMissing } from '#web/lib/errors/api-error.ts'
import { errorMessage, readErrorMessage } from '#web/lib/errors/error-message.ts'
import { homePath } from '#web/lib/session/home-path.ts'
import { loginPath } from '#web/lib/session/redirect.ts'
import { type BrowserSession, session, useSession } from '#web/lib/session/session.ts'
import { mailedSecret } from './mailed-secret.ts'
import { Message, Problem, RetryButton } from './message.tsx'
import { DocumentPage, PlainPage } from './plain-page.tsx'

const signPath = (documentId: string) => `/sign-your-document?documentId=${documentId}`

const SignButton = ({ documentId }: { documentId: string }) => (
  <Button component="a" href={signPath(documentId)} leftSection={<IconSignature size={16} />}>
    Open the document to sign
  </Button>
)

/** The actions of the signed-in user on the document. Other users do not see them. */
function OwnOffer({ documentId, viewer }: { documentId: string; viewer: BrowserSession }) {
  const document = useQuery({
    ...apiQuery('GET /api/v1/documents/find/{document_id}/', { params: { document_id: documentId } }),
    enabled: mayOpenScreen('/document/{document_id}', viewer.role),
  })
  const open = useOpenDocument()
  const { can, id } = document.data ?? {}
  return (
    <>
      {can?.sign && <SignButton documentId={documentId} />}
      {can?.open_pdf && id !== undefined && (
        <Button leftSection={<IconFileCheck size={16} />} loading={open.isPending} onClick={() => open.mutate({ id })}>
          Open PDF
        </Button>
      )}
      <Button component={Link} to={homePath(viewer)} variant="default">
        Go to the dashboard
      </Button>
    </>
  )
}

interface OfferProps {
  documentId: string
  /** It can still be signed. */
  isOpen: boolean
}

/** Offers the document, to sign or as PDF, as the visitor may. */
function DocumentOffer({ documentId, isOpen }: OfferProps) {
  const viewer = useSession()
  if (viewer) return <OwnOffer documentId={documentId} viewer={viewer} />
  if (isOpen && mailedSecret(documentId) !== undefined) return <SignButton documentId={documentId} />
  const target = isOpen ? signPath(documentId) : `/document/${documentId}`
  return (
    <Button component="a" href={loginPath(target)} variant="default" leftSection={<IconLogin2 size={16} />}>
      Log in to open the document
    </Button>
  )
}

const CALL = 'POST /api/v1/documents/patient-signed-document/'
type SignedState = Answer<typeof CALL>

/** The answer may change: an external provider may need some seconds to report a signature. */
const mayChange = (state: SignedState | undefined) => state?.checking === true && !state.success

/** Asks the server what is signed, every 5 s for about a minute while a provider is asked. */
function useSignedState(documentId: string) {
  const query = useQuery({
    queryKey: [CALL, documentId],
    queryFn: ({ signal }) => request(CALL, { body: { documentId }, asGuest: true }, signal),
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
  if (error) return <Problem actions={<RetryButton onClick={check} />}>{readErrorMessage(error)}</Problem>
  if (!state || isWaiting) return <Waiting>Checking your signature…</Waiting>
  if (template.isBusy) return <Waiting>Preparing your documents…</Waiting>
  return (
    <Message
      icon={isDone ? IconCircleCheck : IconFileText}
      color={isDone ? 'green' : 'yellow'}
      title={state.message}
      actions={
        <>
          {state.checking && !isDone && <RetryButton onClick={check}>Check again</RetryButton>}
          {template.error && <RetryButton onClick={template.make}>Prepare it again</RetryButton>}
          {!isInFrame() && <DocumentOffer documentId={documentId} isOpen={!isDone && state.status === 'Pending'} />}
        </>
      }
    >
      {textOf(state)}
      {template.error && <div>Your own document for your patients is not ready. {errorMessage(template.error)}</div>}
    </Message>
  )
}

interface PageProps {
  documentId?: string | undefined
}

/** The portal asks whether the document is signed, and then thanks the patient. */
export const PatientSignedScreen = ({ documentId }: PageProps) => (
  <DocumentPage documentId={documentId}>{(id) => <CheckedDocument documentId={id} />}</DocumentPage>
)

/** Without a document this page only thanks. */
export const SignedScreen = ({ documentId }: PageProps) =>
  documentId === undefined ? (
    <PlainPage>
      <Unchecked />
    </PlainPage>
  ) : (
    <PatientSignedScreen documentId={documentId} />
  )

/** Thanks a center, and makes its own template from an attestation. */
export function CenterSignedScreen({ documentId, signedBy }: PageProps & { signedBy: string | undefined }) {
  const role = session()?.role
  const makesTemplate = role === 'harvest_center' || role === 'hc_staff'
  return (
    <DocumentPage documentId={documentId}>
      {(id) => <CheckedDocument documentId={id} signedBy={signedBy} makesTemplate={makesTemplate} />}
    </DocumentPage>
  )
}
