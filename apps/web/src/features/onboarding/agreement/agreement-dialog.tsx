import { Alert, Button, Checkbox, Group, Modal, Stack } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { logOut } from '#web/lib/account/log-out.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import classes from './agreement-modal.module.css'
import { AgreementText } from './agreement-text.tsx'
import type { Acceptance } from './use-accept.ts'

const NOT_TICKED = 'Please tick the box to accept.'

function AcceptForm({ accept }: { accept: Acceptance }) {
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

export function AgreementDialog({ opened, accept }: { opened: boolean; accept: Acceptance }) {
  const phone = useIsPhone()
  const { name } = portal().domain
  return (
    <Modal
      opened={opened}
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
