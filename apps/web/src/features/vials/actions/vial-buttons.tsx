import { Button, Group, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { getsLabel } from '#web/features/vials/labels/label-plan.ts'
import { LabelSheetButton } from '#web/features/vials/labels/label-sheet-button.tsx'
import { vialCountText } from '#web/features/vials/vial-text.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { ActionDrawer, type StartedAction } from './action-drawer.tsx'
import { type ActionVial, actionsFor, isOfOnePatient, type VialAction } from './vial-actions.ts'

const questions = {
  quarantine: {
    to: 'quarantine',
    title: (vials: string) => `Put ${vials} into quarantine?`,
    consequence: 'The vials stay in quarantine until they are released. They cannot go back into processing.',
    verb: 'To quarantine',
  },
  resume: {
    to: 'released',
    title: (vials: string) => `Put ${vials} back into stock?`,
    consequence: 'The vials can be shipped again.',
    verb: 'Back into stock',
  },
} as const

/** Moves that only need a confirmation. */
function useConfirmedMoves(onDone: () => void) {
  const move = useMutation({
    ...apiMutation('POST /api/v1/vials/move/'),
    onSuccess: ({ message }) => {
      showSuccess(message)
      onDone()
    },
  })
  const ask = async (name: keyof typeof questions, vials: readonly ActionVial[]) => {
    const { to, title, ...question } = questions[name]
    if (await confirm({ title: title(vialCountText(vials.length)), ...question }))
      move.mutate({ body: { vials: vials.map(({ id }) => id), to } })
  }
  return { ask, busy: move.isPending }
}

interface Props {
  vials: readonly ActionVial[]
  /** Runs after an action has changed the vials. */
  onDone: () => void
}

interface ActionsProps {
  actions: VialAction[]
  isDisabled: (action: VialAction) => boolean
  onChoose: (action: VialAction) => void
  busy: boolean
}

function ActionButtons({ actions, isDisabled, onChoose, busy }: ActionsProps) {
  return actions.map((action) => (
    <Button
      key={action.name}
      variant="default"
      {...(action.danger && { c: 'var(--mantine-color-error)' })}
      leftSection={<action.icon size={16} stroke={1.6} />}
      disabled={busy || isDisabled(action)}
      onClick={() => onChoose(action)}
    >
      {action.label}
    </Button>
  ))
}

/** On a phone one menu holds all actions. */
function ActionMenu({ actions, isDisabled, onChoose, busy }: ActionsProps) {
  const button = useRef<HTMLButtonElement>(null)
  if (actions.length === 0) return null
  return (
    <Menu position="top-end" shadow="md">
      <Menu.Target>
        <Button ref={button} variant="default" leftSection={<IconDots size={16} />} disabled={busy}>
          Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.name}
            leftSection={<action.icon size={16} stroke={1.6} />}
            {...(action.danger && { c: 'var(--mantine-color-error)' })}
            disabled={isDisabled(action)}
            onClick={() => {
              // The menu item no longer exists when the dialog returns the focus.
              button.current?.focus()
              onChoose(action)
            }}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Actions on vials: labels and the moves valid for all of them. */
export function VialButtons({ vials, onDone }: Props) {
  const phone = useIsPhone()
  const [started, setBegun] = useState<StartedAction>()
  const plain = useConfirmedMoves(onDone)
  const actions = actionsFor(vials)
  const together = isOfOnePatient(vials)
  const choose = ({ name }: VialAction) => {
    if (name === 'quarantine' || name === 'resume') void plain.ask(name, vials)
    else setBegun({ name, vials })
  }
  const saved = () => {
    setBegun(undefined)
    onDone()
  }
  const isDisabled = ({ ofOnePatient }: VialAction) => ofOnePatient === true && !together
  const Shown = phone ? ActionMenu : ActionButtons
  return (
    <>
      <Group gap="xs">
        {vials.some(getsLabel) && <LabelSheetButton vials={vials} />}
        <Shown actions={actions} isDisabled={isDisabled} onChoose={choose} busy={plain.busy} />
      </Group>
      {actions.some(isDisabled) && (
        <Text size="sm" c="dimmed">
          Release and ship work for one patient at a time.
        </Text>
      )}
      <ActionDrawer started={started} onClose={() => setBegun(undefined)} onSaved={saved} />
    </>
  )
}
