import { Alert, Anchor, Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconDownload, IconFileCertificate } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { download } from '#web/lib/api/download.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { forgetMailedSecret, mailedSecret, takeMailedSecret } from './mailed-secret.ts'
import { AtSender, hasCode, isOfAnother, LinkOver, LogOutButton, Message } from './message.tsx'
import { DocumentPage } from './plain-page.tsx'

/** The server gives the file once, so it is kept here and can be saved again while the page is open. */
function useCopy(documentId: string) {
  return useMutation({
    meta: { handlesErrors: true, keepsScreen: true },
    mutationFn: async () => {
      const body = { document_id: documentId, secret: mailedSecret(documentId) ?? '' }
      const { signal } = new AbortController()
      return download('POST /api/v1/signing/copy/', { body }, { signal, onBytes: () => {} })
    },
    onSuccess: ({ content, name }) => {
      forgetMailedSecret(documentId)
      saveFile(content, name)
    },
  })
}

const Expired = () => (
  <LinkOver title="This link was already used or has expired">
    Each link downloads the document once. Ask {portal().domain.name} for another copy
    <AtSender />.
  </LinkOver>
)

function Copy({ documentId }: { documentId: string }) {
  const [hasSecret] = useState(() => takeMailedSecret(documentId))
  const { mutate, data, error, isPending } = useCopy(documentId)
  if ((!hasSecret && !data) || hasCode(error, 'link_expired', 'not_found', 'invalid')) return <Expired />
  if (data)
    return (
      <Message
        icon={IconCircleCheck}
        color="green"
        title="Your copy is downloaded"
        actions={
          <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => saveFile(data.content, data.name)}>
            Save it again
          </Button>
        }
      >
        Keep the file in a safe place. It has health information.{' '}
        <Anchor component={Link} to="/verify" inherit underline="always">
          Verify a document
        </Anchor>{' '}
        shows at any time that it is unchanged.
      </Message>
    )
  return (
    <Message
      icon={IconFileCertificate}
      color="brand"
      title="Your signed document"
      actions={
        <>
          <Button leftSection={<IconDownload size={16} />} loading={isPending} onClick={() => mutate()}>
            Download your copy
          </Button>
          {error && (
            <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />} ta="left">
              {readErrorMessage(error)}
            </Alert>
          )}
          {isOfAnother(error) && <LogOutButton />}
        </>
      }
    >
      Everybody has signed, and the document is sealed. You can download your copy once, so save it where you will find it again.
    </Message>
  )
}

/** The page of the mailed link to a guest's copy. */
export const SignedCopyScreen = ({ documentId }: { documentId: string | undefined }) => (
  <DocumentPage documentId={documentId} otherwise="Open the link in your email again.">
    {(id) => <Copy key={id} documentId={id} />}
  </DocumentPage>
)
