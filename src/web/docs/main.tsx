import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../tokens.css'
import '../base.css'
import './docs.css'
import { Docs } from './Docs.tsx'

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Docs />
  </StrictMode>,
)
