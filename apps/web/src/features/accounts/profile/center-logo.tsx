import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { logoPath } from '@vialdesk/contract/base/logo-path'
import { MAX_LOGO_BYTES, type User } from '@vialdesk/contract/people/accounts'
import { apiMutation } from '#web/lib/api/api.ts'
import { useUpload } from '#web/lib/api/use-upload.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { useObjectUrl } from '#web/lib/browser/use-object-url.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { FileDrop, pictureFile } from '#web/ui/forms/file-drop.tsx'
import classes from './logo.module.css'

const showMessage = ({ message }: { message: string }) => showSuccess(message)

/** Shows, replaces or removes the logo of a center. */
export function CenterLogo({ center }: { center: Pick<User, 'id' | 'hc_logo' | 'company'> }) {
  const { start, error, setError, pending } = useUpload('POST /api/v1/utilities/upload-hc-logo/', {
    inputOf: (file) => ({ body: { file, user_id: center.id } }),
    onDone: showMessage,
  })
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
          {...pictureFile(MAX_LOGO_BYTES)}
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
