import { Button } from 'antd'
import { useNavigate } from 'react-router'

/** Draws a page with a message, and the ways back. */
export function Sentence({ text, hint }: { text: string; hint?: string }) {
  const navigate = useNavigate()
  return (
    <div className="page">
      <div className="empty">
        <h1 className="sentence">{text}</h1>
        {hint}
        <div className="sentence-ways">
          <Button type="primary" onClick={() => navigate('/dashboard')}>
            返回首页
          </Button>
          <Button onClick={() => navigate(-1)}>返回上一页</Button>
        </div>
      </div>
    </div>
  )
}
