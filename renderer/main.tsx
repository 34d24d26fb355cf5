/** Starts the window. */
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import './tokens.css';
import './base.css';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root) {
  const window = createRoot(root);
  // In one go: there is nothing yet that could want a turn in between.
  flushSync(() =>
    window.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
