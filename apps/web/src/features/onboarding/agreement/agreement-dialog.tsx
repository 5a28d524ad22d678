import { Alert, Button, Checkbox, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { logOut } from '#web/lib/account/log-out.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import classes from './agreement-modal.module.css'
import type { Acceptance } from './use-accept.ts'

interface Article {
  title: string
  text: string
}

const articles = (name: string): Article[] => [
  {
    title: '1. The association',
    text: `${name} is run as a private membership association. Its members join of their own free will to have access to its services and to what it keeps for them. By accepting this agreement you become a member, or confirm that you are one.`,
  },
  {
    title: '2. What members share',
    text: 'Members exchange information, products and services privately, among each other. What you learn here of other members, of their health or of their business stays confidential, also after your membership has ended.',
  },
  {
    title: '3. Your own decisions',
    text: 'You decide for yourself, with the professionals whom you trust, what is right for your health. Nothing in this portal is a diagnosis, a prescription or a promise of a result, and nothing in it takes the place of medical advice. In an emergency, call your local emergency number.',
  },
  {
    title: '4. Your material and your records',
    text: `Material that is collected, processed and stored for you is recorded step by step, so that it can be traced from you and back to you. These records are kept for as long as the law asks for, even if you leave. Whom ${name} may tell about them is what you sign in separate documents; no one else is told.`,
  },
  {
    title: '5. Your account',
    text: 'The data that you enter is true, and you keep it up to date. Your password is yours alone: what is done with your account counts as done by you until you report that someone else may know it. Every access to health information is recorded.',
  },
  {
    title: '6. Fees',
    text: 'Fees are shown before you pay them, and you receive a receipt for each payment. Being a member alone costs nothing.',
  },
  {
    title: '7. Leaving, and differences',
    text: `You may end your membership at any time by writing to ${name}. Should you and ${name} ever disagree, both first try in good faith to find a solution between themselves. If a part of this agreement does not hold, the other parts do.`,
  },
]

/** The Private Membership Agreement with the name of the domain. */
function AgreementText({ name }: { name: string }) {
  return (
    <>
      <Text>
        This agreement is made between you and {name}. Please read it in full: it says what being a member means, and what both
        sides may count on.
      </Text>
      {articles(name).map(({ title, text }) => (
        <section key={title}>
          <Title order={3} mt="md" mb={4}>
            {title}
          </Title>
          <Text>{text}</Text>
        </section>
      ))}
    </>
  )
}

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
