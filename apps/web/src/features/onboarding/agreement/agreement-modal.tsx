import { Alert, Button, Checkbox, Group, Modal, Stack } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { scopeOf } from '@vialdesk/contract/access'
import { useEffect, useState } from 'react'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'
import { logOut } from '#web/lib/session/log-out.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import classes from './agreement-modal.module.css'
import { AgreementText } from './agreement-text.tsx'

/** Milliseconds before the dialog closes after accepting, as specified. The user may close it earlier. */
const CLOSE_DELAY_MS = 2500
const NOT_TICKED = 'Please tick the box to accept.'

/**
 * Everyone accepts the agreement except admins and observers, who see no patient. It is not asked during an impersonation,
 * because only the owner can accept it.
 */
function useMustAccept(): { userId: number | undefined; open: boolean } {
  const session = useSession()
  const current = useQuery(apiQuery('GET /auth/session/'))
  const role = session?.role
  const mayAccept = scopeOf('POST /api/v1/utilities/accept-agreement/{id}/', role) !== undefined && role !== 'admin'
  const isRequired = mayAccept && current.data?.kind === 'own' && !current.data.two_step_due
  const userId = session?.user.id
  const agreement = useQuery({
    ...apiQuery('GET /api/v1/utilities/check-agreement/{id}/', { params: { id: userId ?? 0 } }),
    enabled: isRequired && userId !== undefined,
    staleTime: 60_000,
  })
  return { userId, open: isRequired && agreement.data?.accepted === false }
}

function useAccept(userId: number | undefined) {
  const [thanking, setThanking] = useState(false)
  const accept = useMutation({
    ...apiMutation('POST /api/v1/utilities/accept-agreement/{id}/'),
    meta: { handlesErrors: true },
    onMutate: () => setThanking(true),
    onError: () => setThanking(false),
  })
  const { isSuccess } = accept
  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(() => setThanking(false), CLOSE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isSuccess])
  const run = () => userId !== undefined && accept.mutate({ params: { id: userId }, body: { accepted: true } })
  return { run, busy: accept.isPending, done: isSuccess, error: accept.error, thanking, close: () => setThanking(false) }
}

function AcceptForm({ accept }: { accept: ReturnType<typeof useAccept> }) {
  const [ticked, setTicked] = useState(false)
  const [missing, setMissing] = useState(false)
  const tick = (on: boolean) => {
    setTicked(on)
    if (on) setMissing(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(!ticked)
        if (ticked) accept.run()
      }}
    >
      <Stack gap="md">
        {accept.error && <ErrorSummary message={errorMessage(accept.error)} />}
        <Checkbox
          label="I have read the Private Membership Agreement and accept it."
          checked={ticked}
          error={missing && NOT_TICKED}
          onChange={(event) => tick(event.currentTarget.checked)}
        />
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" color="gray" onClick={() => void logOut()}>
            Log Out
          </Button>
          <Button type="submit" loading={accept.busy}>
            Accept
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Blocks every screen until the user accepts or logs out. */
export function AgreementModal() {
  const { userId, open } = useMustAccept()
  const accept = useAccept(userId)
  const phone = useIsPhone()
  const { name } = portal().domain
  return (
    <Modal
      opened={open || accept.thanking}
      onClose={accept.close}
      title="Private Membership Agreement"
      size="lg"
      centered
      fullScreen={phone}
      withCloseButton={false}
      closeOnEscape={accept.done}
      closeOnClickOutside={false}
    >
      {accept.done ? (
        <Stack gap="md">
          <Alert color="green" role="status" icon={<IconCircleCheck size={20} />}>
            Thank you. The agreement is accepted.
          </Alert>
          <Group justify="flex-end">
            <Button autoFocus onClick={accept.close}>
              Continue
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="md">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard. */}
          <section className={classes.text} tabIndex={0} aria-label="Text of the agreement">
            <AgreementText name={name} />
          </section>
          <AcceptForm accept={accept} />
        </Stack>
      )}
    </Modal>
  )
}
