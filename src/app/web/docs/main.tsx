import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { receiveSession, shareSession } from '#web/api/handover.ts'
import '#web/theme/tokens.css'
import '#web/theme/base.css'
import './docs.css'
import { Docs } from './Docs.tsx'

shareSession()
void receiveSession().then(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <Docs />
    </StrictMode>,
  ),
)
