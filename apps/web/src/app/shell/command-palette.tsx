import { type ComponentType, useEffect, useState } from 'react'
import { useShortcut } from '#web/lib/browser/shortcuts.ts'
import { showError } from '#web/lib/browser/toast.ts'
import { type LoadPalette, type PaletteProps, showShellDialog, useShellDialog } from '#web/lib/session/palette.ts'
import { useSession } from '#web/lib/session/session.ts'
import { menuGroups } from './menu.ts'

export const openCommandPalette = () => showShellDialog('palette')

const close = () => showShellDialog(undefined)

type KeysHelpProps = Pick<PaletteProps, 'opened' | 'onClose'>
const loadKeysHelp = () => import('./keys-help.tsx').then(({ KeysHelp }) => KeysHelp)

/**
 * The code of a dialog, which is loaded when the dialog is first opened. A failed download is said and tried again with the next opening.
 * A dialog is closed at first: it gives the focus back only to the element that had it when the dialog opened.
 */
function useLoaded<Props>(isWanted: boolean, load: (() => Promise<ComponentType<Props>>) | undefined) {
  const [loaded, setLoaded] = useState<ComponentType<Props>>()
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(loaded !== undefined), [loaded])
  const mustLoad = isWanted && !loaded
  useEffect(() => {
    if (!mustLoad) return
    load?.().then(
      (part) => setLoaded(() => part),
      () => {
        close()
        showError('This part of the portal could not be loaded. Check your connection and try again.')
      },
    )
  }, [mustLoad, load])
  return { Dialog: loaded, opened: isWanted && isMounted }
}

/** The search and the help about keys, and the keys that open them. */
export function ShellDialogs({ palette }: { palette: LoadPalette | undefined }) {
  const shown = useShellDialog()
  const viewer = useSession()
  const find = useLoaded(shown === 'palette', palette)
  const help = useLoaded<KeysHelpProps>(shown === 'keys', loadKeysHelp)
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
