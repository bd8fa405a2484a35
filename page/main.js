/* main: starts the page, and restores the state from the page's link. */

function openLink() {
  const [id, query] = location.hash.slice(1).split("?"), figure = figures.get(id);
  if (!query) return;
  if (figure) figure.restore(query); else readHash();
  const section = document.getElementById(id);
  if (section) section.scrollIntoView();
}

async function main() {
  try {
    await startCore();
    await loadCosts();
    readColours();
    await startLevel();
    await loadFloors();
    for (const figure of figures.values()) figure.start();
    openLink();
    addEventListener("hashchange", openLink);
    addEventListener("resize", redrawAll);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { redrawAll(); readLight(); wake(); });
    redraw();
    window.page = { state, trace, core, put, take, presentMove, scenario, hash, openFiles, setBody, setMove, figures, use,
      readTree, readSteps, ready: true };
  } catch (error) {
    get("message").textContent = "This page needs a browser with WebAssembly: " + error.message;
    throw error;
  }
}

main();
