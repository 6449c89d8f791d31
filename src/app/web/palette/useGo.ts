import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { addressInOpenTab } from '#web/page/tabs.ts'
import type { SearchItem } from './items.ts'
import { rememberItem } from './recent.ts'

/** Opens what was found, `apart` in a window of its own; the search goes away. */
export function useGo(onClose: () => void) {
  const navigate = useNavigate()
  return useCallback(
    (item: SearchItem, inOwnTransaction = false) => {
      // Closes first: the window gives the focus back to where it was.
      onClose()
      if ('act' in item) return item.act()
      rememberItem(item)
      // Opens it without noopener: the new window goes on with this session.
      if (inOwnTransaction) window.open(item.to, '_blank')
      else void navigate(addressInOpenTab(item.to))
    },
    [navigate, onClose],
  )
}
