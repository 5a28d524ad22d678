import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { MAX_LOGO_BYTES, type User } from '@vialdesk/contract/accounts'
import { logoPath } from '@vialdesk/contract/logo-path'
import { useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { useObjectUrl } from '#web/lib/browser/use-object-url.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import classes from './logo.module.css'

const showMessage = ({ message }: { message: string }) => showSuccess(message)
/** The server's message for the file is more exact than the message for the call. */
const uploadError = (error: unknown) => (error instanceof ApiError && error.errors.file?.join(' ')) || errorMessage(error)

function useLogoUpload(center: number) {
  const [error, setError] = useState<string>()
  const upload = useMutation({
    ...apiMutation('POST /api/v1/utilities/upload-hc-logo/'),
    meta: { handlesErrors: true },
    onSuccess: showMessage,
    onError: (error) => setError(uploadError(error)),
  })
  const start = (file: File) => {
    setError(undefined)
    upload.mutate({ body: { file, user_id: center } })
  }
  return { start, error, setError, pending: upload.isPending ? upload.variables.body.file : undefined }
}

/** Shows, replaces or removes the logo of a center. */
export function CenterLogo({ center }: { center: Pick<User, 'id' | 'hc_logo' | 'company'> }) {
  const { start, error, setError, pending } = useLogoUpload(center.id)
  const preview = useObjectUrl(pending)
  const remove = useMutation({ ...apiMutation('POST /api/v1/utilities/remove-hc-logo/'), onSuccess: showMessage })
  const askToRemove = async () => {
    setError(undefined)
    const consequence = 'The name of the center is shown instead.'
    if (await confirm({ title: 'Remove the logo?', consequence, verb: 'Remove', danger: true }))
      remove.mutate({ body: { user_id: center.id } })
  }
  const shown = preview ?? (center.hc_logo ? logoPath(center.hc_logo) : undefined)
  return (
    <>
      <div className={classes.logo}>
        <div className={classes.picture}>{shown ? <img src={shown} alt={`Logo of ${center.company}`} /> : 'No logo yet'}</div>
        <FileDrop
          label="Logo image"
          hint="PNG, JPEG or WebP, up to 5 MB"
          accept={['image/png', 'image/jpeg', 'image/webp']}
          maxBytes={MAX_LOGO_BYTES}
          busy={pending && 'Uploading…'}
          error={error}
          onFile={start}
          onReject={setError}
        />
      </div>
      {center.hc_logo && (
        <Button
          mt="xs"
          variant="subtle"
          color="red"
          size="compact-sm"
          leftSection={<IconTrash size={16} />}
          onClick={() => void askToRemove()}
          loading={remove.isPending}
        >
          Remove logo
        </Button>
      )}
    </>
  )
}
