import { useShortcut } from '#web/lib/browser/shortcuts.ts'
import { useLoadedDialog } from '#web/lib/browser/use-loaded-dialog.ts'
import { type LoadPalette, type PaletteProps, showShellDialog, useShellDialog } from '#web/lib/session/palette.ts'
import { useSession } from '#web/lib/session/session.ts'
import { menuGroups } from './menu.ts'

export const openCommandPalette = () => showShellDialog('palette')

const close = () => showShellDialog(undefined)

type KeysHelpProps = Pick<PaletteProps, 'opened' | 'onClose'>
const loadKeysHelp = () => import('./keys-help.tsx').then(({ KeysHelp }) => KeysHelp)

/** The search and the help about keys, and the keys that open them. */
export function ShellDialogs({ palette }: { palette: LoadPalette | undefined }) {
  const shown = useShellDialog()
  const viewer = useSession()
  const find = useLoadedDialog(shown === 'palette', palette, close)
  const help = useLoadedDialog<KeysHelpProps>(shown === 'keys', loadKeysHelp, close)
  useShortcut('find', palette && (() => showShellDialog(shown === 'palette' ? undefined : 'palette')))
  useShortcut('help', () => showShellDialog('keys'))
  const screens = menuGroups(viewer).flatMap(({ name, entries }) => entries.map((entry) => ({ ...entry, group: name })))
  return (
    <>
      {find.Dialog && <find.Dialog opened={find.opened} onClose={close} screens={screens} />}
      {help.Dialog && <help.Dialog opened={help.opened} onClose={close} />}
    </>
  )
}
