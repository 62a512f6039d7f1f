// A page that a server makes once for a question: its links keep the token, and one that is not ready looks again.
'use strict';
(() => {
  const token = new URLSearchParams(location.search).get('token');
  const query = token ? `?token=${encodeURIComponent(token)}` : '';
  for (const link of document.querySelectorAll('a[data-own]')) link.href += query;

  async function look() {
    try {
      const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(20000) });
      if (answer.status !== 202) return location.reload();
    } catch {
      // It may be back in a moment.
    }
    setTimeout(look, 1000);
  }
  if (document.querySelector('.awaited')) look();
})();
